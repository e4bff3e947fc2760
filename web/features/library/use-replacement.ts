import { useRef, useState } from 'react';
import { addVersion } from '../../../contract/documents.ts';
import { call } from '../../api/call.ts';
import { invalidateNouns } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { useStart } from '../../api/start.ts';
import { beginTransfer, type Transfer } from '../documents/uploads/transfer.ts';
import { uploadPercent } from '../documents/uploads/upload.ts';
import { fileRefusal } from '../documents/uploads/upload-check.ts';
import { messageOf, transferMessage } from '../documents/uploads/upload-failure.ts';

type Replacement =
  | { readonly kind: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly kind: 'saving'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string };

/** One file on its way into the place of a document's. */
export function useReplacement(documentId: string, onDone: () => void) {
  const { settings } = useStart();
  const [state, setState] = useState<Replacement | null>(null);
  const transfer = useRef<Transfer | null>(null);

  const begin = async (file: File): Promise<void> => {
    const { name, size: byteSize } = file;
    const fail = (message: string): void => setState({ kind: 'failed', name, message });
    const refusal = fileRefusal(file, settings);
    if (refusal !== null) return fail(refusal);
    let sent = 0;
    setState({ kind: 'uploading', name, percent: 0 });
    try {
      transfer.current = await beginTransfer(file, {
        onProgress(bytes) {
          sent = bytes;
          setState({ kind: 'uploading', name, percent: uploadPercent(sent, byteSize) });
        },
        onInterrupted: () => undefined,
        onFailed: (failure) => fail(transferMessage(failure, { sent, byteSize })),
        onArrived(uploadId) {
          transfer.current = null;
          setState({ kind: 'saving', name });
          call(addVersion, { params: { id: documentId }, body: { upload_id: uploadId } }).then(
            () => {
              setState(null);
              void invalidateNouns(queryClient, ['library', 'documents', 'meetings']);
              onDone();
            },
            (error: unknown) => fail(messageOf(error)),
          );
        },
      });
      transfer.current.start();
    } catch (error) {
      console.error(error);
      fail(messageOf(error));
    }
  };
  const cancel = (): void => {
    setState(null);
    // What cannot be told now is swept by the server within a day.
    transfer.current?.stop(true).catch((error: unknown) => console.info('An upload was not given up', error));
    transfer.current = null;
  };
  return { state, begin, cancel };
}
