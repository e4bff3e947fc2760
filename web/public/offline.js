// Of the page that stands where one could not be loaded: it opens again as soon as the server answers. A browser calls itself
// online a little before that, or while only the server is away.
const pauseMs = 3_000;
let waiting = 0;

async function look() {
  clearTimeout(waiting);
  const isThere = await fetch('/health', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (isThere) window.location.reload();
  else waiting = setTimeout(look, pauseMs);
}

document.getElementById('again')?.addEventListener('click', () => window.location.reload());
window.addEventListener('online', look);
waiting = setTimeout(look, pauseMs);
