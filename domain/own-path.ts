/**
 * Where to go after signing in: a path of our own, never another site's address in any spelling a browser would follow
 * (`//evil`, `/\evil`, control characters, `/.//evil`, whose dots fall away). Anything else answers /home.
 */
export function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted) || /\p{Cc}|\\/u.test(wanted)) return '/home';
  const url = new URL(wanted, 'http://own');
  if (url.host !== 'own' || url.pathname.startsWith('//') || url.pathname === '/login') return '/home';
  return `${url.pathname}${url.search}${url.hash}`;
}
