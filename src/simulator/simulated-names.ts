/** A country of the simulated golfers, and the names used there. */
export type NameOrigin = {
  /** Three letters, as in the URLs of the flags. */
  readonly code: string
  readonly city: string
  readonly given: readonly string[]
  /** Each family name occurs once in this file, so no two golfers share a full name by chance. */
  readonly family: readonly string[]
}

// biome-ignore format: a list of words reads best as running text
const american = [
  'Brady', 'Cole', 'Dalton', 'Easton', 'Garrett', 'Hunter', 'J.D.', 'Jackson', 'Kyle', 'Logan', 'Mason', 'Parker',
  'Quinn', 'Reid', 'Sawyer', 'T.J.', 'Tanner', 'Wes', 'Wyatt', 'Zeke', 'Davis', 'Chip', 'Beau', 'Trey',
]

// biome-ignore format: a list of words reads best as running text
const british = ['Alfie', 'Barnaby', 'Callum', 'Dexter', 'Ewan', 'Freddie', 'Gareth', 'Harvey', 'Rory', 'Tobias']

// biome-ignore format: one homeland a paragraph
export const nameOrigins: readonly NameOrigin[] = [
  {
    code: 'usa', city: 'Tulsa, Oklahoma', given: american,
    family: [
      'Alderton', 'Ashgrove', 'Banning', 'Baskin', 'Birdsong', 'Blackwater', 'Bramblett-Stone', 'Brell', 'Briarwood', 'Carrow',
      'Cobb-Lane', 'Creekmoor', 'Dapper', 'Dewlap', 'Dovecoat', 'Driscott', 'Dunlow', 'Ebbets', 'Ellery', 'Fairwether',
      'Farnum', 'Fenner', 'Fescue', 'Flagg', 'Foxglove', 'Galt', 'Garrow', 'Gimmell', 'Gorse', 'Grantley', 'Gunnell',
      'Hackberry', 'Hadlow', 'Harkin', 'Hazelson', 'Heath', 'Hollis-Grey', 'Ironwell', 'Ivester', 'Jarrell', 'Jessop', 'Kemble',
      'Kittrick', 'Larkmoor', 'Ledger', 'Links', 'Lowden', 'Maddern', 'Marram', 'Marshbanks', 'McDovett', 'Merrick',
      'Mulligan', 'Nash-Hill', 'Nettles', 'Norwell', 'Oakley', 'Orrin', 'Pardee', 'Pell', 'Petworthy', 'Pinehall', 'Quarles',
      'Ravens', 'Rawlin', 'Redfern', 'Roughley', 'Rustle', 'Sandlin', 'Selby', 'Shankle', 'Spinney', 'Stillwater', 'Stroud',
      'Sturgess', 'Sycamore', 'Tallgrass', 'Tarrant', 'Teeter', 'Thornapple', 'Tolliver', 'Trask', 'Turfley', 'Underhill',
      'Upton', 'Varnell', 'Verge', 'Wateridge', 'Wedgely', 'Wendell', 'Whitlow', 'Yardley', 'Yarrow', 'Yost', 'Zeller',
    ],
  },
  {
    code: 'eng', city: 'Southport, England', given: british,
    family: ['Bagshawe-Flint', 'Cobblewick', 'Dunthistle', 'Heatherington-Moor', 'Larkbury', 'Mudgeley', 'Pippinworth',
      'Sedgeworthy', 'Tadwick', 'Wetherleaf'],
  },
  {
    code: 'sco', city: 'Nairn, Scotland', given: british,
    family: ['Auchterbrae', 'Drumgorse', 'Glenbracken', 'Kilmachar', 'MacGorse'],
  },
  {
    code: 'irl', city: 'Sligo, Ireland', given: ['Séamus', 'Pádraic', 'Cillian', 'Oisín', 'Tadhg'],
    family: ['Ballinclover', 'Mac Giolla Ghlas', 'O’Brackley', "O'Fairwell", 'Ó Dúnmhór'],
  },
  {
    code: 'nir', city: 'Portstewart, Northern Ireland', given: british,
    family: ['Causewell', 'McLinksey', 'Strandtown'],
  },
  {
    code: 'aus', city: 'Geelong, Australia', given: ['Brodie', 'Hamish', 'Jarrod', 'Lachlan', 'Mitch'],
    family: ['Billabongley', 'Coolabar', 'Jacarandy', 'Mallee-Scrubb', 'Paddockson', 'Spinifex', 'Wallarooper'],
  },
  {
    code: 'rsa', city: 'George, South Africa', given: ['Dawid', 'Hennie', 'Pieter', 'Sibusiso', 'Thriston'],
    family: ['Fynboshof', 'Groenewoudt', 'Kloofmeyer', 'Nkosizulani', 'van der Veldgras', 'Zwartberghe'],
  },
  {
    code: 'can', city: 'Kelowna, British Columbia', given: ['Étienne', 'Graham', 'Jean-Luc', 'Nolan', 'Taylor'],
    family: ['Beauverdure', 'Cedarcroft', 'Loonlake', 'Maplethorpe', 'Montvertain', 'Snowbridge'],
  },
  {
    code: 'swe', city: 'Båstad, Sweden', given: ['Åke', 'Björn', 'Göran', 'Love', 'Måns'],
    family: ['Ängsmarker', 'Björkhagen', 'Fjällgräs', 'Hålslag', 'Sjöstrandsson', 'Tallbacken'],
  },
  {
    code: 'den', city: 'Aarhus, Denmark', given: ['Asger', 'Jeppe', 'Mads', 'Søren'],
    family: ['Bøgeskovgaard', 'Grønnebæk', 'Klitmøllersen'],
  },
  {
    code: 'nor', city: 'Larvik, Norway', given: ['Eirik', 'Håkon', 'Øyvind'],
    family: ['Fjordgløtt', 'Grønnlien', 'Småhøyden'],
  },
  {
    code: 'fin', city: 'Turku, Finland', given: ['Aatos', 'Jyrki', 'Väinö'],
    family: ['Koivuväylä', 'Lähtötiili', 'Viherkenttä'],
  },
  {
    code: 'esp', city: 'Girona, Spain', given: ['Álvaro', 'Íñigo', 'Jordi', 'Nicolás', 'Rubén'],
    family: ['Calleverde', 'Hierbabuena', 'Maderón', 'Nuñez-Olivar', 'Peñaviento', 'de la Bandera'],
  },
  {
    code: 'fra', city: 'Biarritz, France', given: ['Aurélien', 'Gaël', 'Jean-Baptiste', 'Loïc', 'Théo'],
    family: ['Beaugazon', 'Dunevert', 'Fontbruyère', 'L’Herbier', 'Troumont'],
  },
  {
    code: 'ger', city: 'Lübeck, Germany', given: ['Jürgen', 'Köbi', 'Lennart', 'Torsten'],
    family: ['Abschlagmeier', 'Grünwieser', 'Sandmühle', 'Weißdornberg'],
  },
  {
    code: 'ita', city: 'Bergamo, Italy', given: ['Fiorenzo', 'Niccolò', 'Tommaso'],
    family: ['Bandierini', 'Pratoverdi', "dell'Erbafresca"],
  },
  {
    code: 'jpn', city: 'Chiba, Japan', given: ['Daichi', 'Haruto', 'Kaito', 'Ren', 'Yūta'],
    family: ['Aoshibata', 'Hatasaka', 'Kusanohara', 'Midorizuka', 'Sunabana', 'Takedama'],
  },
  {
    code: 'kor', city: 'Jeju, South Korea', given: ['Do-hyun', 'Ji-ho', 'K.W.', 'Min-jae', 'Seung-woo'],
    family: ['Baram', 'Chodang', 'Deulpan', 'Jandi', 'Kiwoon', 'Sopul'],
  },
  {
    code: 'chn', city: 'Kunming, China', given: ['Haoran', 'Yuxuan', 'Zihan'],
    family: ['Caodi', 'Lüyin', 'Qiudong'],
  },
  {
    code: 'tha', city: 'Hua Hin, Thailand', given: ['Anan', 'Kittipong', 'Somchai'],
    family: ['Suwannakhiaoyai', 'Thungyapolchai'],
  },
  {
    code: 'ind', city: 'Pune, India', given: ['Arjun', 'Devraj', 'Kabir'],
    family: ['Harimaidan', 'Ghaswala-Rane'],
  },
  {
    code: 'mex', city: 'Mérida, Mexico', given: ['Ángel', 'Emiliano', 'Joaquín'],
    family: ['Campoverde Ruiz', 'Sandoval de Pastos', 'Zacatón'],
  },
  {
    code: 'arg', city: 'Córdoba, Argentina', given: ['Facundo', 'Matías', 'Tomás'],
    family: ['Llanobravo', 'Ombúes', 'Pampañal'],
  },
  {
    code: 'col', city: 'Manizales, Colombia', given: ['Andrés Felipe', 'Julián', 'Sebastián'],
    family: ['Cafetero-Luna', 'Guaduales'],
  },
]

/** Edge cases for layouts and searches: these names are in every field, regardless of the seed. */
export const edgeCaseNames: readonly { readonly name: string; readonly code: string }[] = [
  { name: 'Maximilian-Alexander von und zu Hohenfelsenstein-Wildenbruchhausen', code: 'ger' },
  { name: 'Kaokhlaa', code: 'tha' },
  { name: 'Wendell Thistlewood Jr.', code: 'usa' },
  { name: 'Emil Hollenbrück', code: 'ger' },
  { name: 'Erik Hollenbrück', code: 'ger' },
  { name: 'Thaddeus Crabgrass III', code: 'usa' },
  { name: 'Li Bo', code: 'chn' },
]
