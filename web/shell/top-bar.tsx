import { Check, Menu as MenuIcon, Pencil, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { shellLabels } from '#domain/messages/general.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { useUnsavedText } from '#web/api/unsaved-changes.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Unsaved } from '#web/ui/feedback/saved.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { GlobalSearch } from './global-search.tsx';
import { NewMenu, showsLibraryEdit } from './new-menu.tsx';
import { rolesOf } from './roles.ts';
import styles from './top-bar.module.css';
import { topBarSlot, useHasPageActions, useLibraryEditing } from './top-bar-actions.tsx';

interface TopBarProps {
  readonly pathname: string;
  readonly asked: { readonly itemType: string | undefined; readonly searchString: string | undefined };
  readonly onMenu: () => void;
}

export function TopBar({ pathname, asked, onMenu }: TopBarProps) {
  const { user } = useStart();
  const board = useBoard();
  const unsaved = useUnsavedText();
  const hasPageActions = useHasPageActions();
  const [isSearching, setSearching] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const openSearch = (): void => {
    // Phones open the keyboard only if the field is focused during the tap. It is hidden until this state is rendered.
    flushSync(() => setSearching(true));
    bar.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
  };
  return (
    <header className={styles.topbar} ref={bar} {...(isSearching ? { 'data-searching': '' } : {})}>
      <span className={styles['only-phone']}>
        <IconButton icon={MenuIcon} aria-label="Menu" onPress={onMenu} tooltip={false} />
      </span>
      {board !== null && (
        <>
          <span className={styles['topbar-board']} {...(hasPageActions ? { 'data-cramped': '' } : {})}>
            <BoardMark size="s" title={board.title} logoUrl={board.logo_url} />
            <span className="truncate">{board.title}</span>
          </span>
          <GlobalSearch
            key={asked.searchString}
            pathname={pathname}
            asked={asked}
            onSearched={() => setSearching(false)}
          />
          <span className={styles['search-close']} hidden={!isSearching}>
            <IconButton icon={X} aria-label="Close search" onPress={() => setSearching(false)} tooltip={false} />
          </span>
        </>
      )}
      <div className={styles['topbar-actions']}>
        {board !== null && (
          <span className={styles['only-phone']}>
            <IconButton icon={Search} aria-label="Search" onPress={openSearch} tooltip={false} />
          </span>
        )}
        <Unsaved>{unsaved}</Unsaved>
        {showsLibraryEdit(rolesOf(user), pathname) && <LibraryEdit />}
        <div className={styles.slot} ref={topBarSlot} />
        {!hasPageActions && <NewMenu />}
      </div>
    </header>
  );
}

function LibraryEdit() {
  const [isEditing, setEditing] = useLibraryEditing();
  // Leaving the library ends its edit mode.
  useEffect(() => () => setEditing(false), [setEditing]);
  return (
    <Button
      variant={isEditing ? 'primary' : 'secondary'}
      icon={isEditing ? Check : Pencil}
      onPress={() => setEditing(!isEditing)}
    >
      {isEditing ? shellLabels.done : shellLabels.edit}
    </Button>
  );
}
