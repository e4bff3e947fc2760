import { Button } from '#web/ui/actions/button.tsx';
import { isSameFile, type Upload } from './upload.ts';
import { removeUpload, retryUpload } from './upload-center.ts';

export function uploadTools(upload: Upload) {
  const { id, name, state } = upload;
  return {
    end: isSameFile(state) ? (
      <Button size="s" aria-label={`Add ${name} anyway`} onPress={() => retryUpload(id)}>
        Add anyway
      </Button>
    ) : undefined,
    onRetry: state.kind === 'failed' && !state.isSameFile ? () => retryUpload(id) : undefined,
    onRemove: state.kind === 'uploaded' ? undefined : () => removeUpload(id),
  };
}
