import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import type { SealProblem } from '#domain/signatures.ts';
import { isSigned } from '#server/integrations/pdf/form-values.ts';

const name = (key: string): PDFName => PDFName.of(key);
const [jsKey, xfaKey, layersKey, filesKey, actionKey, subtypeKey] = (
  ['JS', 'XFA', 'OCProperties', 'EmbeddedFiles', 'S', 'Subtype'] as const
).map(name) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName];
const attachmentKeys = ['EF', 'AF', 'Collection'].map(name);
/** These annotations contain files or change what is shown (ISO 32000-2, 12.5.6). */
const attachmentSubtypes: ReadonlySet<unknown> = new Set(
  ['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D'].map(name),
);
const scriptActions: ReadonlySet<unknown> = new Set(['JavaScript', 'Launch', 'SubmitForm', 'ImportData'].map(name));

export function unsealableBecause(pdf: PDFDocument): SealProblem | null {
  const { context, catalog } = pdf;
  if (context.trailerInfo.Encrypt !== undefined) return 'encrypted';
  if (isSigned(pdf) || catalog.has(name('Perms'))) return 'signed';
  const found = new Set<SealProblem>();
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFStream) waiting.push(object.dict);
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
    else if (object instanceof PDFDict) {
      waiting.push(...object.values());
      const problem = problemOf(object);
      if (problem !== null) found.add(problem);
    }
  }
  const form = catalog.lookup(name('AcroForm'));
  const fields = form instanceof PDFDict ? form.lookup(name('Fields')) : undefined;
  if (fields instanceof PDFArray && fields.size() > 0) found.add('form');
  const order = ['xfa', 'script', 'form', 'attachment', 'layers'] as const;
  return order.find((problem) => found.has(problem)) ?? null;
}

function problemOf(dict: PDFDict): SealProblem | null {
  if (dict.has(xfaKey)) return 'xfa';
  if (dict.has(jsKey) || scriptActions.has(dict.lookup(actionKey))) return 'script';
  const subtype = dict.lookup(subtypeKey);
  if (subtype === name('Widget')) return 'form';
  const isAttachment = dict.has(filesKey) || attachmentKeys.some((key) => dict.has(key));
  if (isAttachment || attachmentSubtypes.has(subtype)) return 'attachment';
  return dict.has(layersKey) ? 'layers' : null;
}
