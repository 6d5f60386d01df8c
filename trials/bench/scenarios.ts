import { listScenarios } from './list-scenarios.ts'
import { mixedScenario } from './mixed-scenario.ts'
import { pageScenarios } from './page-scenarios.ts'
import { savingScenarios } from './saving-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { searchScenarios } from './search-scenarios.ts'
import { sessionScenarios } from './session-scenarios.ts'
import { toggleScenarios } from './toggle-scenarios.ts'

const visits = [...listScenarios, ...searchScenarios, ...toggleScenarios, ...pageScenarios]

/** In the order in which they are measured. */
export const scenarios: Scenario[] = [
  ...visits,
  mixedScenario(visits),
  ...sessionScenarios,
  ...savingScenarios,
]
