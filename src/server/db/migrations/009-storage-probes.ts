/** One row, written to test whether there is space again after the disk was full. */
export const storageProbes = ['create table storage_probes (id integer primary key, content text not null)']
