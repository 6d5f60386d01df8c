/** Suggested subjects. Any other text is allowed. */
export const commonSubjects = [
  ...['ageing', 'animals', 'anxiety', 'architecture', 'astronomy', 'bicycles', 'birds', 'body image', 'books'],
  ...['cats', 'childhood', 'cities', 'climate', 'clothes', 'coffee', 'collage', 'colour', 'cooking', 'crafts'],
  ...['dance', 'death', 'diaries', 'disability', 'dogs', 'dreams', 'drawing', 'family', 'fantasy', 'fat liberation'],
  ...['feminism', 'film', 'folklore', 'food', 'friendship', 'games', 'gardening', 'gender', 'ghosts', 'grief'],
  ...['health', 'history', 'home', 'horror', 'housing', 'humour', 'identity', 'illness', 'insects', 'joy', 'knitting'],
  ...['language', 'letters', 'libraries', 'local history', 'loneliness', 'love', 'magic', 'maps', 'mathematics'],
  ...['memory', 'mending', 'mental health', 'migration', 'money', 'motherhood', 'mushrooms', 'nature', 'neighbours'],
  ...['neurodiversity', 'night', 'parenthood', 'photography', 'plants', 'poetry', 'printing', 'prison', 'protest'],
  ...['punk', 'queer life', 'race', 'recipes', 'recovery', 'relationships', 'religion', 'repair', 'school', 'science'],
  ...['science fiction', 'sea', 'seasons', 'self-care', 'sewing', 'sex', 'sleep', 'solidarity', 'sport', 'swimming'],
  ...['tattoos', 'technology', 'television', 'theatre', 'trains', 'trans life', 'travel', 'trees', 'unions', 'walking'],
  ...['water', 'weather', 'witchcraft', 'work', 'writing', 'zine making'],
]
