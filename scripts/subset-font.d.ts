declare module 'subset-font' {
  export type SubsetOptions = {
    targetFormat?: 'woff2'
    variationAxes: Readonly<Record<string, number | { min: number; max: number; default?: number }>>
    keepFeatures?: readonly string[]
    noHinting?: boolean
    dropTables?: readonly string[]
  }
  // biome-ignore lint/style/noDefaultExport: the package has this one export.
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
