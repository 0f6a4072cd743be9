/** 256 words that differ in their first three letters. Never change them: people compare what was printed. */
const words = `
  acorn actor album alpine amber anchor angel ankle apple april arch arrow artist atlas attic autumn award badge bagel
  baker bamboo banjo barn basil beach bell berry birch bishop boat bonus book border bottle bread bridge bronze brush
  bucket bugle bunker butter cabin cactus cadet camel candle carpet castle cedar cello chalk cherry cider circle
  citrus clover coast cobalt coffee comet copper coral cotton cousin crane cube cycle dairy dancer dawn deer delta
  denim desert dinner donkey dragon dream drum duck dune eagle easel echo elbow elder ember engine envoy equal fabric
  falcon family fern fiddle field finch flame flute forest fossil fox friday frost fruit galaxy garden gate gentle
  ginger glove golden goose green guitar gull hammer harbor hazel helmet heron hill hockey honey horse hotel hunter
  igloo indigo ink iris island ivory jacket jade jelly jersey jewel jigsaw jungle kayak kettle kitten knight koala
  ladder lagoon laurel lemon lily linen lion lizard lobby locket lotus lunar lumber lyric magnet mango maple marble
  meadow melon mint mirror mitten monkey moon mosaic muffin museum napkin nectar needle nickel noble north novel
  number nutmeg oasis ocean olive onion opal opera orange orbit orchid otter oven owl oyster panda paper pasta peach
  piano pine plum poem polar pond poppy prism queen quiet radio rain ranch raven reef ring river robin rose royal ruby
  satin scarf seal shell sky sled smile snow sofa solar spark sugar swan table tango tiger toast topaz tower tulip
  twig uncle urban verse vivid wagon water wave whale wheat wolf yacht yard zebra zone
`
  .trim()
  .split(/\s+/)

/** A hash as four words and eight hex digits, 64 of its bits, which people can compare by eye. */
export function toSealWords(hash: string): string {
  const shown = [0, 2, 4, 6].map((from) => words[Number.parseInt(hash.slice(from, from + 2), 16)])
  return [...shown, hash.slice(8, 16)].join(' ')
}
