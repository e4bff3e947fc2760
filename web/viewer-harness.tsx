import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import { DocumentViewer } from './viewer/document-viewer.tsx';
import type {
  AnnotationsToSave,
  SavedAnnotations,
  SaveOutcome,
  ViewedDocument,
  ViewedKind,
  ViewerMode,
} from './viewer/types.ts';
import { sampleImage, samplePdf } from './viewer-harness-sample.ts';

// Development only: the viewer over a page of its own, with marks kept for this window.
// ?kind=pdf|image|small-image|video|link|download|preview-pending|preview-failed|broken
// &access=edit|read-only|none &mode=normal|maximized|minimized &theme=light|dark &save=fail &url=/some.pdf &bytes=107000000

const query = new URLSearchParams(location.search);
const wanted = query.get('kind') ?? 'pdf';
const theme = query.get('theme');
if (theme) document.documentElement.dataset.theme = theme;

const key = `marks-${wanted}`;

function savedMarks(): SavedAnnotations {
  return { xfdf: sessionStorage.getItem(key) ?? '', revision: sessionStorage.getItem(`${key}-revision`) };
}

async function save({ xfdf, baseRevision }: AnnotationsToSave): Promise<SaveOutcome> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (query.get('save') === 'fail') return { kind: 'failed', cause: new Error('The harness saves nothing') };
  const there = sessionStorage.getItem(`${key}-revision`);
  if (there !== baseRevision) return { kind: 'conflict', xfdf: sessionStorage.getItem(key) ?? '', revision: there };
  const revision = String(Number(there ?? 0) + 1);
  sessionStorage.setItem(key, xfdf);
  sessionStorage.setItem(`${key}-revision`, revision);
  return { kind: 'saved', revision };
}

async function address(): Promise<string> {
  const given = query.get('url');
  if (given) return given;
  if (wanted === 'pdf') return URL.createObjectURL(new Blob([await samplePdf()], { type: 'application/pdf' }));
  if (wanted === 'image') return URL.createObjectURL(await sampleImage(2400, 1600));
  if (wanted === 'small-image') return URL.createObjectURL(await sampleImage(320, 200));
  if (wanted === 'video') return 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  return wanted === 'link' ? 'https://www.example.org/strategy' : '/missing.pdf';
}

function Harness({ shown }: { readonly shown: ViewedDocument }) {
  const [mode, setMode] = useState((query.get('mode') ?? 'normal') as ViewerMode);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <main style={{ padding: '2rem' }}>
      <h1>Documents</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Finance report, Q2 2026–27
      </button>
      {isOpen && (
        <DocumentViewer
          document={shown}
          reader={{ id: '1', name: 'Elena Kowalczyk' }}
          annotationAccess={(query.get('access') ?? 'edit') as 'edit'}
          annotations={savedMarks()}
          onSaveAnnotations={save}
          mode={mode}
          onModeChange={setMode}
          onClose={() => setIsOpen(false)}
          onDownload={() => document.body.setAttribute('data-downloaded', 'yes')}
        />
      )}
    </main>
  );
}

const kinds: Readonly<Record<string, ViewedKind>> = { 'small-image': 'image', broken: 'pdf' };
const extensions: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  image: 'png',
  video: 'video',
  link: 'link',
  download: 'csv',
};
const kind = kinds[wanted] ?? (wanted as ViewedKind);

const root = document.getElementById('root');
if (root) {
  const shown: ViewedDocument = {
    id: wanted,
    title: kind === 'download' ? 'Rent roll, 2026' : 'Finance report, Q2 2026–27',
    kind,
    url: await address(),
    ...(kind === 'link' || kind === 'video' ? {} : { downloadUrl: `/download/${wanted}` }),
    dateLine: `${kind === 'link' || kind === 'video' ? 'Added' : 'Uploaded'} on 11/12/2026 at 9:05 AM`,
    extension: extensions[kind] ?? 'docx',
    byteSize: Number(query.get('bytes') ?? 412_000),
    printable: true,
  };
  createRoot(root).render(
    <StrictMode>
      <Harness shown={shown} />
    </StrictMode>,
  );
}
