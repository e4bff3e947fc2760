import { ArrowUpDown, ChevronDown, Ellipsis, FolderPlus, Link, Pencil, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { LibraryHomeInput } from '#contract/documents.ts';
import type { Folder } from '#contract/library.ts';
import { audienceText } from '#domain/audience.ts';
import { LinkDialog } from '#web/features/papers/documents/editing/link-dialog.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { DeletedDialog } from './deleted-dialog.tsx';
import { FolderAudienceDialog, NewFolderDialog, RenameFolderDialog } from './folder-dialogs.tsx';
import styles from './section.module.css';
import type { OpenedSection } from './section-query.ts';
import { choiceOf, sortChoices, useSort } from './section-query.ts';

export function SectionHead({ opened, isEditing }: { readonly opened: OpenedSection; readonly isEditing: boolean }) {
  const { category, path, folders, documents } = opened;
  const folder = path.at(-1) ?? null;
  const title = folder?.name ?? category.name;
  const above = [
    { label: 'Library', href: paths.library() },
    ...(folder === null ? [] : [{ label: category.name, href: paths.libraryCategory(category.id) }]),
    ...path
      .slice(0, -1)
      .map(({ id, name }) => ({ label: name, href: paths.libraryCategory(category.id, { folder: id }) })),
  ];
  const isEmpty = folders.length === 0 && documents.length === 0;
  const { audience, hidden } = folder ?? category;
  const shownAudience = audience?.whole_board === true && !isEditing ? null : audience;
  const actions = isEditing ? <EditActions opened={opened} folder={folder} /> : isEmpty ? undefined : <SortMenu />;
  return (
    <>
      <Breadcrumbs items={above} />
      <PageHead
        title={title}
        {...(folder === null && category.description !== '' ? { lede: category.description } : {})}
        {...(actions === undefined ? {} : { actions })}
      />
      {(hidden || shownAudience !== null) && (
        <p className={styles.standing}>
          {shownAudience !== null && <Badge tone="line">{audienceText(shownAudience)}</Badge>}
          {hidden && <Badge>Hidden</Badge>}
        </p>
      )}
    </>
  );
}

type Open = 'rename' | 'folder' | 'link' | 'audience' | 'deleted';

function EditActions({ opened, folder }: { readonly opened: OpenedSection; readonly folder: Folder | null }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const { category } = opened;
  const home: LibraryHomeInput =
    folder === null ? { kind: 'category', id: category.id } : { kind: 'folder', id: folder.id };
  return (
    <div className={styles.actions}>
      <Button size="s" icon={Pencil} onPress={() => setOpen('rename')}>
        Rename
      </Button>
      <Button size="s" icon={FolderPlus} onPress={() => setOpen('folder')}>
        New folder
      </Button>
      <Button size="s" icon={Link} onPress={() => setOpen('link')}>
        Add link
      </Button>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" outlined aria-label="More actions" tooltip={false} />
        <Menu aria-label="More actions">
          {folder === null || folder.parent_id === null ? (
            <MenuItem
              icon={UsersRound}
              label="Who can read it"
              onAction={() => setOpen(folder === null ? 'rename' : 'audience')}
            />
          ) : null}
          <MenuItem icon={Trash2} label="Recently deleted" onAction={() => setOpen('deleted')} />
        </Menu>
      </MenuTrigger>
      {open === 'rename' && folder === null && <CategoryDialog category={category} onClose={close} />}
      {open === 'rename' && folder !== null && <RenameFolderDialog folder={folder} onClose={close} />}
      {open === 'folder' && <NewFolderDialog home={home} onCreated={close} onClose={close} />}
      {open === 'link' && <LinkDialog home={home} onClose={close} />}
      {open === 'audience' && folder !== null && <FolderAudienceDialog folder={folder} onClose={close} />}
      {open === 'deleted' && <DeletedDialog onClose={close} />}
    </div>
  );
}

export function SortMenu() {
  const [sort, setSort] = useSort();
  const chosen = choiceOf(sort);
  return (
    <MenuTrigger>
      <Button size="s" icon={ArrowUpDown} iconEnd={ChevronDown} aria-label={`Sort: ${chosen.label}`}>
        {chosen.label}
      </Button>
      <Menu
        aria-label="Sort"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[chosen.id]}
        onAction={(key) => {
          const choice = sortChoices.find((each) => each.id === key);
          if (choice !== undefined) setSort(choice);
        }}
      >
        {sortChoices.map(({ id, label }) => (
          <MenuItem key={id} id={id} label={label} />
        ))}
      </Menu>
    </MenuTrigger>
  );
}
