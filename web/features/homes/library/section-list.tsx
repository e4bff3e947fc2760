import { Download, ExternalLink, Eye, Folder as FolderIcon } from 'lucide-react';
import { type MouseEventHandler, memo } from 'react';
import type { Folder, LibraryDocument } from '#contract/library.ts';
import { formatListDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { folderCountText } from '#domain/folders.ts';
import { documentPaths } from '#domain/paths.ts';
import { documentMeta, downloadPaper } from '#web/features/papers/documents/viewed-document.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import { isSameStretch, LongList, LongRow, Stretch, stretchesOf } from './long-list.tsx';
import styles from './section.module.css';

interface PlaceListProps extends ListGiven {
  readonly folders: readonly Folder[];
  readonly documents: readonly LibraryDocument[];
}

interface ListGiven {
  readonly categoryId: string;
  readonly folderId: string | null;
  readonly timeZone: string;
  readonly total: number;
}

export function SectionList({ folders, documents, ...given }: PlaceListProps) {
  const follow = useFollowLink();
  return (
    <section className={styles.reading} aria-label="Folders and documents">
      <div className={styles.head} aria-hidden="true">
        <span>Name</span>
        <span>Kind</span>
        <span>Added</span>
        <span />
      </div>
      <LongList>
        {stretchesOf(folders, 0).map(({ nth, rows, before }) => (
          <FolderRows key={nth} rows={rows} before={before} follow={follow} {...given} />
        ))}
        {stretchesOf(documents, folders.length).map(({ nth, rows, before }) => (
          <DocumentRows key={nth} rows={rows} before={before} follow={follow} {...given} />
        ))}
      </LongList>
    </section>
  );
}

export function FolderGlyph() {
  return (
    <span className={styles.folder}>
      <Icon of={FolderIcon} />
    </span>
  );
}

interface RowsProps<R> extends ListGiven {
  readonly rows: readonly R[];
  readonly before: number;
  readonly follow: MouseEventHandler<HTMLAnchorElement>;
}

const FolderRows = memo(function FolderRows({ rows, before, categoryId, total, follow }: RowsProps<Folder>) {
  return (
    <Stretch rows={rows} before={before} keyOf={({ id }) => id}>
      {(folder, { position, isWhole }) => (
        <LongRow position={position} total={total}>
          {isWhole ? (
            <FolderCells
              href={paths.libraryCategory(categoryId, { folder: folder.id })}
              folder={folder}
              follow={follow}
            />
          ) : (
            folder.name
          )}
        </LongRow>
      )}
    </Stretch>
  );
}, isSameStretch);

const DocumentRows = memo(function DocumentRows(props: RowsProps<LibraryDocument>) {
  const { rows, before, categoryId, folderId, timeZone, total, follow } = props;
  return (
    <Stretch rows={rows} before={before} keyOf={({ id }) => id}>
      {(document, { position, isWhole }) => (
        <LongRow position={position} total={total}>
          {isWhole ? (
            <DocumentCells
              href={paths.libraryCategory(categoryId, { folder: folderId, document: document.id })}
              document={document}
              timeZone={timeZone}
              follow={follow}
            />
          ) : (
            document.title
          )}
        </LongRow>
      )}
    </Stretch>
  );
}, isSameStretch);

interface CellsProps {
  readonly href: string;
  /** Handles clicks on plain links, because ten thousand React Aria links are slow. */
  readonly follow: MouseEventHandler<HTMLAnchorElement>;
}

const FolderCells = memo(function FolderCells({ href, folder, follow }: CellsProps & { readonly folder: Folder }) {
  return (
    <>
      <span className={styles.name}>
        <FolderGlyph />
        <a className={styles.link} href={href} onClick={follow}>
          <span className="truncate">{folder.name}</span>
        </a>
        {folder.hidden && <Badge>Hidden</Badge>}
      </span>
      <span className={styles.cell}>{folderCountText(folder.counts)}</span>
      <span className={styles.cell} />
    </>
  );
});

interface DocumentCellsProps extends CellsProps {
  readonly document: LibraryDocument;
  readonly timeZone: string;
}

const DocumentCells = memo(function DocumentCells({ href, document, timeZone, follow }: DocumentCellsProps) {
  return (
    <>
      <span className={styles.name}>
        <FileGlyph type={glyphType(document)} />
        <a className={styles.link} href={href} onClick={follow}>
          <span className="truncate">{document.title}</span>
        </a>
        {document.hidden && <Badge>Hidden</Badge>}
      </span>
      <span className={styles.cell}>{documentMeta(document)}</span>
      <time className={styles.cell} dateTime={document.created_at}>
        {formatListDate(document.created_at, timeZone)}
      </time>
      <span className={styles.menu}>
        <RowMenu aria-label={`More actions for ${document.title}`}>
          {() => <DocumentItems document={document} href={href} />}
        </RowMenu>
      </span>
    </>
  );
});

function DocumentItems({ document, href }: { readonly document: LibraryDocument; readonly href: string }) {
  const { id, is_link: isLink, link_url: address } = document;
  return (
    <>
      <MenuItem icon={Eye} label="Open" href={href} />
      {isLink ? (
        <MenuItem
          icon={ExternalLink}
          label="Open in a new window"
          href={address ?? ''}
          target="_blank"
          rel="noopener"
        />
      ) : (
        <MenuItem icon={Download} label="Download" onAction={() => downloadPaper(documentPaths.download(id))} />
      )}
    </>
  );
}
