/**
 * Downloads are GET form submissions (specification, section 7): the browser keeps the page, and a refusal opens as a
 * page instead of a broken file. Query parts of the address become fields, since a form replaces the query.
 */
export function submitDownload(address: string): void {
  const url = new URL(address, window.location.origin);
  const form = document.createElement('form');
  form.method = 'get';
  form.action = url.pathname;
  form.hidden = true;
  for (const [name, value] of url.searchParams) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
