import { useRouter, useSearch } from '@tanstack/react-router';

/** The id of the open document, from the address (specification, section 2), and the way to close it. */
export function useOpenDocument(): { readonly documentId: string | null; readonly close: () => void } {
  const { document } = useSearch({ strict: false });
  const router = useRouter();
  const close = (): void => {
    const url = new URL(window.location.href);
    url.searchParams.delete('document');
    // In place of the open one, so that Back leads to where the reader was before it.
    void router.navigate({ href: `${url.pathname}${url.search}`, replace: true, resetScroll: false });
  };
  return { documentId: document ?? null, close };
}
