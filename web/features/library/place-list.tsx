import { Download, Ellipsis, ExternalLink, Eye, Folder as FolderIcon } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-aria-components';
import type { Folder, LibraryDocument } from '../../../contract/library.ts';
import { formatListDate } from '../../../domain/dates.ts';
import { documentPaths } from '../../../domain/document-paths.ts';
import { glyphType } from '../../../domain/file-words.ts';
import { folderCountText } from '../../../domain/folders.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuTrigger } from '../../ui/overlays/menu.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { FileGlyph } from '../../ui/rows/file-glyph.tsx';
import { submitDownload } from '../documents/document-address.ts';
import { documentMeta } from '../documents/viewed-document.ts';
import styles from './place.module.css';

interface PlaceListProps {
  readonly categoryId: string;
  readonly folderId: string | null;
  readonly folders: readonly Folder[];
  readonly documents: readonly LibraryDocument[];
  readonly timeZone: string;
}

/** Folders, then documents, as they are read. */
export function PlaceList({ categoryId, folderId, folders, documents, timeZone }: PlaceListProps) {
  return (
    <section className={styles.reading} aria-label="Folders and documents">
      <div className={styles.head} aria-hidden="true">
        <span>Name</span>
        <span>Kind</span>
        <span>Added</span>
        <span />
      </div>
      <ul>
        {folders.map((folder) => (
          <FolderRow key={folder.id} categoryId={categoryId} folder={folder} />
        ))}
        {stretchesOf(documents).map((stretch, nth) => (
          <DocumentRows
            // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is nothing but its place in the list
            key={nth}
            documents={stretch}
            categoryId={categoryId}
            folderId={folderId}
            timeZone={timeZone}
          />
        ))}
      </ul>
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

function FolderRow({ categoryId, folder }: { readonly categoryId: string; readonly folder: Folder }) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <FolderGlyph />
        <Link className={styles.link ?? ''} href={paths.libraryCategory(categoryId, { folder: folder.id })}>
          <span className="truncate">{folder.name}</span>
        </Link>
        {folder.hidden && <Badge>Hidden</Badge>}
      </span>
      <span className={styles.cell}>{folderCountText(folder.counts)}</span>
      <span className={styles.cell} />
    </li>
  );
}

/** Rows that are looked at together, to see whether any of them has changed. */
const stretchLength = 100;

function stretchesOf<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(rows.length / stretchLength);
  return Array.from({ length: count }, (_, nth) => rows.slice(nth * stretchLength, (nth + 1) * stretchLength));
}

type DocumentRowsProps = Omit<PlaceListProps, 'folders'>;

/** Drawn again only when one of its rows changes: what comes at the end of ten thousand costs no more than after ten. */
const DocumentRows = memo(function DocumentRows({ documents, categoryId, folderId, timeZone }: DocumentRowsProps) {
  return documents.map((document) => (
    <DocumentRow
      key={document.id}
      href={paths.libraryCategory(categoryId, { folder: folderId, document: document.id })}
      document={document}
      timeZone={timeZone}
    />
  ));
}, isSameStretch);

function isSameStretch(before: DocumentRowsProps, now: DocumentRowsProps): boolean {
  return (
    before.categoryId === now.categoryId &&
    before.folderId === now.folderId &&
    before.timeZone === now.timeZone &&
    before.documents.length === now.documents.length &&
    before.documents.every((document, nth) => document === now.documents[nth])
  );
}

interface DocumentRowProps {
  readonly href: string;
  readonly document: LibraryDocument;
  readonly timeZone: string;
}

/** Drawn again only when something of its own changes. */
const DocumentRow = memo(function DocumentRow({ href, document, timeZone }: DocumentRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <FileGlyph type={glyphType(document)} />
        <Link className={styles.link ?? ''} href={href}>
          <span className="truncate">{document.title}</span>
        </Link>
        {document.hidden && <Badge>Hidden</Badge>}
      </span>
      <span className={styles.cell}>{documentMeta(document)}</span>
      <time className={styles.cell} dateTime={document.created_at}>
        {formatListDate(document.created_at, timeZone)}
      </time>
      <span className={styles.menu}>
        <DocumentMenu document={document} href={href} />
      </span>
    </li>
  );
});

/** What a reader can do with a document besides opening it. */
function DocumentMenu({ document, href }: { readonly document: LibraryDocument; readonly href: string }) {
  const { id, title, is_link: isLink, link_url: address } = document;
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} size="s" aria-label={`More for ${title}`} tooltip={false} />
      <Menu aria-label={`More for ${title}`}>
        <MenuItem icon={Eye} href={href}>
          Open
        </MenuItem>
        {isLink ? (
          <MenuItem icon={ExternalLink} href={address ?? ''} target="_blank" rel="noopener">
            Open in a new window
          </MenuItem>
        ) : (
          <MenuItem icon={Download} onAction={() => submitDownload(documentPaths.download(id))}>
            Download
          </MenuItem>
        )}
      </Menu>
    </MenuTrigger>
  );
}
