import { FocusOrigin } from './focus-origin.tsx';
import { OpenDocument } from './open-document.tsx';
import type { DocumentViewerProps } from './types.ts';

/**
 * The document viewer (specification, sections 2, 4 and 9). It fetches nothing but the document's own bytes; marks
 * come in and go out through its props. Load it lazily: `lazy(() => import('…/viewer/document-viewer.tsx'))`.
 * Another document is another viewer: unsent marks of the one before are sent.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  return (
    <FocusOrigin>
      <OpenDocument key={props.document.id} {...props} />
    </FocusOrigin>
  );
}
