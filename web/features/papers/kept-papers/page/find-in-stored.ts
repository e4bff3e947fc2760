import { countInText, occurrencesMax } from '#domain/find-in-text.ts';
import { isVaultOpen } from '#web/features/papers/kept-papers/vault/remote-vault.ts';
import { openPdf } from '#web/viewer/pdf/pdf-document.ts';
import type { FoundPages, StoredFile } from '#web/viewer/types.ts';

let read: { readonly id: string; readonly texts: Promise<readonly string[]> } | null = null;
isVaultOpen.subscribe(() => {
  read = null;
});

export async function findInStored(id: string, stored: StoredFile, words: string): Promise<FoundPages> {
  if (read?.id !== id) {
    const fresh = { id, texts: readTexts(stored) };
    read = fresh;
    fresh.texts.catch(() => {
      if (read === fresh) read = null;
    });
  }
  const texts = await read.texts;
  const pages = texts.map((text, nth) => ({ page: nth + 1, count: countInText(text, words) }));
  const found = pages.filter(({ count }) => count > 0);
  return { pages: found, isRead: true, isCut: found.reduce((sum, { count }) => sum + count, 0) > occurrencesMax };
}

async function readTexts(stored: StoredFile): Promise<readonly string[]> {
  const failed = Promise.withResolvers<never>();
  const task = openPdf({ url: '', stored }, failed.reject);
  try {
    const pdf = await Promise.race([task.promise, failed.promise]);
    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { items } = await Promise.race([page.getTextContent(), failed.promise]);
      texts.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    }
    return texts;
  } finally {
    void task.destroy();
  }
}
