import { useRouter, useSearch } from '@tanstack/react-router';

/** The id of the open document, from the address (specification, section 2), and the ways to close it and to open another in its place. */
export function useOpenDocument(): {
  readonly documentId: string | null;
  readonly close: () => void;
  readonly open: (documentId: string) => void;
} {
  const { document } = useSearch({ strict: false });
  const router = useRouter();
  const close = (): void => {
    const url = new URL(window.location.href);
    for (const name of ['document', 'page']) url.searchParams.delete(name);
    // In place of the open one, so that Back leads to where the reader was before it.
    void router.navigate({ href: `${url.pathname}${url.search}`, replace: true, resetScroll: false });
  };
  const open = (documentId: string): void => {
    const url = new URL(window.location.href);
    url.searchParams.delete('page');
    url.searchParams.set('document', documentId);
    void router.navigate({ href: `${url.pathname}${url.search}`, replace: true, resetScroll: false });
  };
  return { documentId: document ?? null, close, open };
}
