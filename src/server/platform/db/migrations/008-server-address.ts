/** The address at which people reach the server, for commands that run without its settings. */
export function serverAddress(): string[] {
  return ['create table server_addresses (id integer primary key, public_url text not null, started_at text not null)']
}
