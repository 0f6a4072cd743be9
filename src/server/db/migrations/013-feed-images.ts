/** The pictures that the feed has named. The server fetches no others for its viewers. */
export const feedImages = ['create table feed_images (path text primary key, first_seen text not null)']
