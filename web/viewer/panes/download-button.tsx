import { Download } from 'lucide-react';
import { Button } from '#web/ui/actions/button.tsx';

export function DownloadButton({ onDownload }: { readonly onDownload: () => void }) {
  return (
    <Button variant="primary" icon={Download} onPress={onDownload}>
      Download File
    </Button>
  );
}
