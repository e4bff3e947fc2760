// Of the page that stands where one could not be loaded: it tries again when the browser has a connection.
const again = () => window.location.reload();
document.getElementById('again')?.addEventListener('click', again);
window.addEventListener('online', again);
