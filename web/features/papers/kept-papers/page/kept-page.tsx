import { useCallback, useEffect, useState } from 'react';
import { RouterProvider } from 'react-aria-components';
import { ownPath } from '#domain/paths.ts';
import { alone, removeWhatMustGo } from '#web/features/papers/kept-papers/removal.ts';
import { isVaultOpen, remoteVault } from '#web/features/papers/kept-papers/vault/remote-vault.ts';
import type { VaultState } from '#web/features/papers/kept-papers/vault/vault.ts';
import { showBoardColour, showTheme } from '#web/shell/appearance.ts';
import { useStore } from '#web/store.ts';
import { ToastRegion } from '#web/ui/overlays/toast.tsx';
import { isConnected, watchConnection } from './connection.ts';
import { KeptList } from './kept-list.tsx';
import { type KeptBoardList, loadKept } from './kept-papers.ts';
import { LockedPage, NothingKept, Unreadable } from './locked-page.tsx';

const documentOf = (): string | null => new URLSearchParams(location.search).get('document');
const nextOf = (): string => ownPath(new URLSearchParams(location.search).get('next') ?? undefined);

async function countPapers(): Promise<number> {
  const { boards } = await remoteVault.state();
  return boards.reduce((sum, { papers }) => sum + papers.length, 0);
}

export function KeptPage() {
  const isOpen = useStore(isVaultOpen);
  const [state, setState] = useState<VaultState | null>(null);
  const [kept, setKept] = useState<readonly KeptBoardList[] | null>(null);
  const [documentId, setDocumentId] = useState(documentOf);
  const [next] = useState(nextOf);
  const [isWiped, setWiped] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const refresh = useCallback(async (): Promise<void> => {
    try {
      setState(await remoteVault.state());
      setFailed(false);
    } catch (cause) {
      console.warn('The papers on this device could not be read', cause);
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    const check = async (): Promise<void> => {
      try {
        const before = await countPapers();
        await alone(removeWhatMustGo).catch((cause: unknown) => console.warn('The papers could not be checked', cause));
        // Otherwise an open list would still show removed papers.
        if ((await countPapers()) < before && isVaultOpen.get()) setKept(await loadKept());
      } catch (cause) {
        console.warn('The papers on this device could not be read', cause);
      }
      await refresh();
    };
    const contact = (): void => {
      if (!isConnected.get()) return;
      const isHandedOver = new URLSearchParams(location.search).has('next');
      if (isHandedOver && !isVaultOpen.get()) location.replace(next);
      else void check();
    };
    void refresh();
    const end = isConnected.subscribe(contact);
    const endWatching = watchConnection();
    const back = () => setDocumentId(documentOf());
    window.addEventListener('popstate', back);
    return () => {
      end();
      endWatching();
      window.removeEventListener('popstate', back);
    };
  }, [next, refresh]);
  if (kept !== null && !isOpen) setKept(null);
  const open = async (): Promise<void> => {
    const loaded = await loadKept();
    const [first] = loaded;
    if (first !== undefined) {
      showTheme(first.content.theme);
      showBoardColour(first.content.board.primary_color);
    }
    setKept(loaded);
    const { preloadPages } = await import('./kept-viewer.tsx');
    await preloadPages();
  };
  const go = (href: string): void => {
    if (href.startsWith('/offline')) {
      history.pushState(null, '', href);
      setDocumentId(documentOf());
    } else location.assign(href);
  };
  if (state === null) return isFailed ? <Unreadable onRetry={() => void refresh()} /> : null;
  return (
    <RouterProvider navigate={go}>
      {kept !== null ? (
        <KeptList boards={kept} documentId={documentId} next={next} onClose={() => go('/offline')} />
      ) : state.owners.length === 0 ? (
        <NothingKept next={next} isWiped={isWiped} />
      ) : (
        <LockedPage
          state={state}
          next={next}
          isWiped={isWiped}
          onOpen={open}
          onWiped={() => setWiped(true)}
          onChange={refresh}
        />
      )}
      <ToastRegion />
    </RouterProvider>
  );
}
