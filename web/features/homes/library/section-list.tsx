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
import type { Place } from './section-query.ts';

interface PlaceListProps extends ListGiven {
  readonly folders: readonly Folder[];
  readonly documents: readonly LibraryDocument[];
}

interface ListGiven extends Place {
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
          <SectionRows key={nth} rows={rows} before={before} follow={follow} {...given} />
        ))}
        {stretchesOf(documents, folders.length).map(({ nth, rows, before }) => (
          <SectionRows key={nth} rows={rows} before={before} follow={follow} {...given} />
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

type Row = Folder | LibraryDocument;

interface RowsProps extends ListGiven {
  readonly rows: readonly Row[];
  readonly before: number;
  /** Handles clicks on plain links, because ten thousand React Aria links are slow. */
  readonly follow: MouseEventHandler<HTMLAnchorElement>;
}

const isFolder = (row: Row): row is Folder => 'counts' in row;

const SectionRows = memo(function SectionRows({ rows, before, total, ...given }: RowsProps) {
  return (
    <Stretch rows={rows} before={before} keyOf={({ id }) => id}>
      {(row, { position, isWhole }) => {
        const name = isFolder(row) ? row.name : row.title;
        return (
          <LongRow position={position} total={total}>
            {isWhole ? <Cells row={row} name={name} {...given} /> : name}
          </LongRow>
        );
      }}
    </Stretch>
  );
}, isSameStretch);

interface CellsProps extends Omit<RowsProps, 'rows' | 'before' | 'total'> {
  readonly row: Row;
  readonly name: string;
}

const Cells = memo(function Cells({ row, name, categoryId, folderId, timeZone, follow }: CellsProps) {
  const place = isFolder(row) ? { folder: row.id } : { folder: folderId, document: row.id };
  const href = paths.libraryCategory(categoryId, place);
  return (
    <>
      <span className={styles.name}>
        {isFolder(row) ? <FolderGlyph /> : <FileGlyph type={glyphType(row)} />}
        <a className={styles.link} href={href} onClick={follow}>
          <span className="truncate">{name}</span>
        </a>
        {row.hidden && <Badge>Hidden</Badge>}
      </span>
      {isFolder(row) ? (
        <>
          <span className={styles.cell}>{folderCountText(row.counts)}</span>
          <span className={styles.cell} />
        </>
      ) : (
        <DocumentCells document={row} href={href} timeZone={timeZone} />
      )}
    </>
  );
});

interface DocumentCellsProps {
  readonly document: LibraryDocument;
  readonly href: string;
  readonly timeZone: string;
}

function DocumentCells({ document, href, timeZone }: DocumentCellsProps) {
  const { id, is_link: isLink, link_url: address } = document;
  return (
    <>
      <span className={styles.cell}>{documentMeta(document)}</span>
      <time className={styles.cell} dateTime={document.created_at}>
        {formatListDate(document.created_at, timeZone)}
      </time>
      <span className={styles.menu}>
        <RowMenu aria-label={`More actions for ${document.title}`}>
          {() => (
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
          )}
        </RowMenu>
      </span>
    </>
  );
}
