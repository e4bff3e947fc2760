import { useEffect } from 'react';
import { carriesFiles } from './file-drop.tsx';

/** A file dropped beside its target would replace the page, and everything typed on it, with the file. */
export function useMissedDrops(): void {
  // An effect, because the whole window is the place to miss.
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      if (event.defaultPrevented || !carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
