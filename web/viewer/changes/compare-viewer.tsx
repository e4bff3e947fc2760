import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TextChange } from '#domain/revisions/text-changes.ts';
import type { Annotation } from '#domain/xfdf/annotation.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { AnnotationLayer } from '#web/viewer/annotations/annotation-layer.tsx';
import frame from '#web/viewer/document-viewer.module.css';
import { FocusOrigin } from '#web/viewer/document-viewer.tsx';
import { useLayerKeys, useModalLayer } from '#web/viewer/modal-layer.ts';
import { FailedPane } from '#web/viewer/panes/panes.tsx';
import { ReadingPosition } from '#web/viewer/reading-position.ts';
import { type Stage, useShownPages, useStageState } from '#web/viewer/stage.ts';
import { StageMount } from '#web/viewer/stage-view.tsx';
import type { ViewedDocument } from '#web/viewer/types.ts';
import { ChangeLayer } from './change-layer.tsx';
import { ChangeStepButtons, type ChangeSteps, useChangeSteps } from './change-steps.tsx';
import styles from './compare-viewer.module.css';

interface ComparedVersion {
  readonly document: ViewedDocument;
  /** For example 'Version 2, 11/10/26'. */
  readonly label: string;
}

interface CompareViewerProps {
  readonly title: string;
  readonly versions: readonly { readonly value: string; readonly label: string }[];
  readonly fromId: string;
  readonly toId: string;
  readonly onChoose: (ids: { readonly fromId: string; readonly toId: string }) => void;
  readonly from: ComparedVersion;
  readonly to: ComparedVersion;
  readonly changes: readonly TextChange[] | null;
  readonly status: string;
  /** The reader's own marks on the earlier version, as XFDF. */
  readonly xfdf: string | null;
  readonly first: { readonly id: string; readonly page: number } | null;
  readonly onClose: () => void;
}

export function CompareViewer(props: CompareViewerProps) {
  return (
    <FocusOrigin documentId={props.from.document.id}>
      <Compared {...props} />
    </FocusOrigin>
  );
}

function Compared(props: CompareViewerProps) {
  const { title, versions, fromId, toId, onChoose, status, first, onClose } = props;
  const changes = props.changes ?? none;
  const firstChange = changes[0] ?? (props.changes === null ? undefined : { before: [], page: 1 });
  const titleId = useId();
  const layer = useRef<HTMLDivElement>(null);
  const layerRef = useModalLayer(layer, true);
  const [earlier, setEarlier] = useState<Stage | null>(null);
  const [later, setLater] = useState<Stage | null>(null);
  useLayerKeys(layer, true, (event) => event.key === 'Escape' && onClose());
  const steps = useChangeSteps(changes, ({ before, page }) => {
    later?.goToPage(page);
    earlier?.goToPage(before[0]?.page ?? page);
  });
  // The list is ordered by age, newest first.
  const placeOf = (id: string): number => versions.findIndex(({ value }) => value === id);
  return createPortal(
    <div ref={layerRef} className={frame.layer}>
      <div className={frame.viewer} role="dialog" aria-modal aria-labelledby={titleId} tabIndex={-1} data-maximized>
        <div className={frame.bar}>
          <div className={frame.heading}>
            <h2 id={titleId} className={frame.title}>
              {title}
            </h2>
            <p className={frame.date} role="status">
              {status}
            </p>
          </div>
          {changes.length > 0 && <ChangeStepButtons steps={steps} />}
          <IconButton icon={X} aria-label="Close" onPress={onClose} />
        </div>
        <div className={styles.panes}>
          <Pane
            key={fromId}
            version={props.from}
            choice={
              <Select
                label="Earlier version"
                labelHidden
                size="s"
                options={versions.slice(1)}
                value={fromId}
                onChange={(id) =>
                  onChoose({ fromId: id, toId: placeOf(toId) < placeOf(id) ? toId : (versions[0]?.value ?? '') })
                }
              />
            }
            stage={earlier}
            onStage={setEarlier}
            firstPage={first?.page ?? firstChange?.before[0]?.page ?? firstChange?.page}
            changes={changes}
            look="removed"
            steps={steps}
          >
            <EarlierMarks stage={earlier} xfdf={props.xfdf} selected={first?.id ?? null} />
          </Pane>
          <Pane
            key={`to ${toId}`}
            version={props.to}
            choice={
              <Select
                label="Later version"
                labelHidden
                size="s"
                options={versions.slice(0, placeOf(fromId))}
                value={toId}
                onChange={(id) => onChoose({ fromId, toId: id })}
              />
            }
            stage={later}
            onStage={setLater}
            firstPage={first?.page ?? firstChange?.page}
            changes={changes}
            look="added"
            steps={steps}
          />
        </div>
      </div>
    </div>,
    document.body,
  );
}

const none: readonly TextChange[] = [];

interface PaneProps {
  readonly version: ComparedVersion;
  readonly choice: ReactNode;
  readonly stage: Stage | null;
  readonly onStage: (stage: Stage | null) => void;
  readonly firstPage: number | undefined;
  readonly changes: readonly TextChange[];
  readonly look: 'added' | 'removed';
  readonly steps: ChangeSteps;
  readonly children?: ReactNode;
}

function Pane({ version, choice, stage, onStage, firstPage, changes, look, steps, children }: PaneProps) {
  const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null);
  const pages = useRef<HTMLDivElement>(null);
  const isReady = useStageState(stage, ({ kind }) => kind === 'ready');
  // In an effect, because pdf.js makes each page a landmark, and pages of both documents would have the same names.
  useEffect(() => {
    if (!isReady) return;
    for (const page of pages.current?.querySelectorAll('.page') ?? []) page.setAttribute('role', 'group');
  }, [isReady]);
  return (
    <section className={styles.pane} aria-label={version.label}>
      <div className={styles.head}>{choice}</div>
      <div ref={pages} className={styles.pages} data-stage>
        {version.document.kind !== 'pdf' && version.document.kind !== 'image' ? (
          <p className={styles.unshown}>This version cannot be shown here.</p>
        ) : failure ? (
          <FailedPane document={version.document} cause={failure.cause} onDownload={() => undefined} />
        ) : (
          <StageMount
            document={version.document}
            onStage={onStage}
            onFailed={(cause) => {
              console.warn('A version could not be shown', cause);
              setFailure({ cause });
            }}
            onMissed={() => undefined}
          />
        )}
      </div>
      <ChangeLayer stage={stage} changes={changes} look={look} current={steps.current} />
      {children}
      <ReadingPosition stage={stage} firstPage={firstPage} />
    </section>
  );
}

interface EarlierMarksProps {
  readonly stage: Stage | null;
  readonly xfdf: string | null;
  readonly selected: string | null;
}

function EarlierMarks({ stage, xfdf, selected }: EarlierMarksProps) {
  const annotations = useMemo(() => annotationsIn(xfdf), [xfdf]);
  const pages = useShownPages(stage);
  const nothing = (): void => undefined;
  return (
    <AnnotationLayer pages={pages} annotations={annotations} selected={selected} onSelect={nothing} onOpen={nothing} />
  );
}

function annotationsIn(xfdf: string | null): readonly Annotation[] {
  const parsed = xfdf === null ? null : parseXfdf(xfdf);
  return parsed?.kind === 'parsed' ? parsed.annotations.annotations : [];
}
