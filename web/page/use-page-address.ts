import { useLocation } from 'react-router'

/** The path a visitor asked for, whatever stands there. */
export const usePageAddress = () => useLocation().pathname
