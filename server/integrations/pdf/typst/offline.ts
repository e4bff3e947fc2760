/** Templates import no packages. If one did, the compiler would find neither a folder nor the network. */
export const offline = {
  XDG_DATA_HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  ALL_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '',
} as const;
