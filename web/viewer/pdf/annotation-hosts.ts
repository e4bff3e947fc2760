import type { ShownPage } from '#web/viewer/stage.ts';

type AnnotationHost = Pick<ShownPage, 'under' | 'over'>;

/** Reattaches the containers whenever pdf.js empties a page to render it. */
export function createAnnotationHosts() {
  const hosts = new Map<HTMLElement, AnnotationHost>();
  const observer = new MutationObserver((records) => {
    for (const page of new Set(records.map((record) => record.target as HTMLElement))) {
      const host = hosts.get(page);
      if (host) put(page, host);
    }
  });
  return {
    attach(page: HTMLElement): AnnotationHost {
      const host = hosts.get(page) ?? createHost(page.ownerDocument);
      if (!hosts.has(page)) {
        hosts.set(page, host);
        observer.observe(page, { childList: true });
      }
      put(page, host);
      return host;
    },
    destroy(): void {
      observer.disconnect();
      for (const host of hosts.values()) {
        host.under.remove();
        host.over.remove();
      }
      hosts.clear();
    },
  };
}

function createHost(document: Document): AnnotationHost {
  const under = document.createElement('div');
  under.className = 'annotation-host';
  const over = document.createElement('div');
  over.className = 'annotation-host annotation-host-over';
  return { under, over };
}

function put(page: HTMLElement, { under, over }: AnnotationHost): void {
  const drawn = page.querySelector(':scope > .canvasWrapper');
  if (drawn && drawn.nextElementSibling !== under) drawn.after(under);
  if (!drawn && under.parentElement !== page) page.prepend(under);
  if (page.lastElementChild !== over) page.append(over);
}
