/** One row, written to find out whether there is room again after the disk was full. */
export function storageProbes(): string[] {
  return ['create table storage_probes (id integer primary key, content text not null)']
}
