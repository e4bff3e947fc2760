import { FileUp, History, Link, Pencil, Settings2 } from 'lucide-react';
import type { Document } from '#contract/documents.ts';
import { MenuItem } from '#web/ui/overlays/menu.tsx';

/** What an editor does with a document wherever it stands. */
export type DocumentAct = 'replace' | 'rename' | 'link' | 'properties' | 'versions';

interface DocumentMenuItemsProps {
  readonly document: Pick<Document, 'is_link'>;
  readonly onAct: (act: DocumentAct) => void;
  /** On larger screens renaming has a button of its own. */
  readonly hasRenameButton?: boolean | undefined;
}

/** The same items in the menu of every document’s row: library, agenda, meeting, announcement. */
export function DocumentMenuItems({ document, onAct, hasRenameButton = false }: DocumentMenuItemsProps) {
  const rename = (
    <MenuItem icon={Pencil} onlySmall={hasRenameButton} onAction={() => onAct('rename')}>
      Rename…
    </MenuItem>
  );
  if (document.is_link) {
    return (
      <>
        {rename}
        <MenuItem icon={Link} onAction={() => onAct('link')}>
          Edit link…
        </MenuItem>
      </>
    );
  }
  return (
    <>
      <MenuItem icon={FileUp} onAction={() => onAct('replace')}>
        Replace file…
      </MenuItem>
      {rename}
      <MenuItem icon={Settings2} onAction={() => onAct('properties')}>
        Properties…
      </MenuItem>
      <MenuItem icon={History} onAction={() => onAct('versions')}>
        Versions…
      </MenuItem>
    </>
  );
}
