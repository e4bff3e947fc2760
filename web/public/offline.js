// Reloads the offline page as soon as the server answers. The browser's online event may come earlier.
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
