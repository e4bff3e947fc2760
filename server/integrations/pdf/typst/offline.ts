/** Prevents the compiler from loading packages from folders or the network. */
export const offline = {
  XDG_DATA_HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  ALL_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '',
} as const;
