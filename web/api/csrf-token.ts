let cookieRead: string | null = null;
let token: string | null = null;

/**
 * The token for the header `X-XSRF-TOKEN`: read from the cookie `XSRF-TOKEN`, decoded and kept for later requests
 * (specification, section 7); read anew only once the cookie has changed. Null before any cookie was set.
 */
export function csrfToken(cookies: string = document.cookie): string | null {
  const found = cookieValue(cookies, 'XSRF-TOKEN');
  if (found !== null && found !== cookieRead) {
    cookieRead = found;
    token = decodeURIComponent(found);
  }
  return token;
}

function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const trimmed = pair.trim();
    if (trimmed.startsWith(`${name}=`)) return trimmed.slice(name.length + 1);
  }
  return null;
}
