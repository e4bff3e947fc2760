import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Bytes. Above this the rest of a document is fetched only as its pages are looked at. */
const wholeBytesMax = 20_000_000;
/** Bytes a request: measured on books with a flat page tree, 64 KB opens in 9 s, 256 KB in 13 s. */
const chunkBytes = 65_536;

/** Fonts, character maps, decoders and colour profiles, served from our own address (tools/vite-pdfjs-assets.ts). */
const assets = `${import.meta.env.BASE_URL}pdfjs/${version}`;

GlobalWorkerOptions.workerSrc = workerUrl;

/** Begins to open a PDF by range requests. No scripting, no forms, nothing remote. */
export function openPdf(url: string, byteSize: number | undefined): PDFDocumentLoadingTask {
  const lazily = byteSize !== undefined && byteSize > wholeBytesMax;
  return getDocument({
    url: new URL(url, location.href).href,
    rangeChunkSize: chunkBytes,
    disableAutoFetch: lazily,
    disableStream: lazily,
    enableXfa: false,
    cMapUrl: `${assets}/cmaps/`,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    wasmUrl: `${assets}/wasm/`,
    iccUrl: `${assets}/iccs/`,
  });
}
