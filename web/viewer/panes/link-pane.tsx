import { ExternalLink } from 'lucide-react';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import { Pane } from './pane.tsx';

interface LinkPaneProps {
  readonly document: ViewedDocument;
  readonly onClose: () => void;
}

/** A page elsewhere: it opens in a window of its own. Only web addresses can be opened. */
export function LinkPane({ document, onClose }: LinkPaneProps) {
  const url = URL.canParse(document.url) ? new URL(document.url) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return (
    <Pane
      extension="link"
      title="External link"
      text={isWeb ? `This link opens ${url.host} in a new window.` : 'This address cannot be opened.'}
      meta={document.url}
      actions={
        <>
          {isWeb && (
            <LinkButton variant="primary" icon={ExternalLink} href={url.href} target="_blank" rel="noopener noreferrer">
              Open link
            </LinkButton>
          )}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    />
  );
}
