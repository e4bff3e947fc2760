import { Upload, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { removePicture } from '#contract/profile.ts';
import { clampView, pictureLimits, type View, zoomMost } from '#domain/pictures.ts';
import { pictureTypes } from '#web/features/core/uploads/transfer.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Slider } from '#web/ui/fields/slider.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import styles from './pictures.module.css';
import { type PictureChoice, showPicture } from './use-picture.ts';

interface PictureSectionProps {
  readonly person: { readonly id: string; readonly name: string; readonly img_url: string | null };
  readonly picture: PictureChoice;
}

export function PictureSection({ person, picture }: PictureSectionProps) {
  const { chosen, view, error, isSending, setView } = picture;
  const [isConfirming, setConfirming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.line}>
      {chosen === null ? (
        <div className={styles.now}>
          <Avatar id={person.id} name={person.name} pictureUrl={person.img_url} size="xl" />
        </div>
      ) : (
        <CropPicture src={chosen.url} size={chosen.size} view={view} onView={setView} />
      )}
      <Stack gap="s">
        {chosen !== null && <CropZoom size={chosen.size} view={view} onView={setView} />}
        <Cluster>
          <FileTrigger
            acceptedFileTypes={pictureTypes}
            onSelect={(files) => {
              const file = files?.[0];
              if (file) void picture.choose(file);
            }}
          >
            <Button size="s" icon={Upload} ref={opener} isDisabled={isSending}>
              {person.img_url === null && chosen === null ? 'Choose picture' : 'Replace'}
            </Button>
          </FileTrigger>
          {chosen !== null && (
            <Button
              size="s"
              variant="quiet"
              isDisabled={isSending}
              onPress={() => {
                picture.forget();
                opener.current?.focus();
              }}
            >
              {person.img_url === null ? 'No picture' : 'Keep the current one'}
            </Button>
          )}
          {chosen === null && person.img_url !== null && (
            <Button size="s" variant="quiet" onPress={() => setConfirming(true)}>
              Remove
            </Button>
          )}
        </Cluster>
        {error !== null && <ErrorText>{error}</ErrorText>}
        <p className={styles.help}>
          {chosen === null ? 'JPEG, PNG or WebP' : 'Drag the picture to choose which part is shown in the circle'}. At
          least {pictureLimits.sideMin} pixels on each side.
        </p>
      </Stack>
      <RemoveDialog isOpen={isConfirming} onClose={() => setConfirming(false)} />
    </div>
  );
}

function RemoveDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <ConfirmCall
      endpoint={removePicture}
      input={{}}
      done="Picture removed"
      onDone={() => showPicture(null)}
      isOpen={isOpen}
      onClose={onClose}
      title="Remove your picture?"
      confirmLabel="Remove"
      danger
    >
      Your initials will be shown instead on every board.
    </ConfirmCall>
  );
}

/** CSS pixels; must equal the sizes in the style sheet. */
const frame = 176;
const circle = 152;
/** How far an arrow key moves the picture, as a fraction of the circle's diameter. */
const step = 0.05;

interface CropPictureProps {
  readonly src: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly view: View;
  readonly onView: (view: View) => void;
}

function CropPicture({ src, size, view, onView }: CropPictureProps) {
  const grabbed = useRef<{ readonly x: number; readonly y: number; readonly view: View } | null>(null);
  const scale = (circle * view.zoom) / Math.min(size.width, size.height);
  const [width, height] = [size.width * scale, size.height * scale];

  const moveBy = (from: View, x: number, y: number): void =>
    onView(clampView(size, { ...from, x: from.x - x / width, y: from.y - y / height }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = circle * step;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [by, 0],
      ArrowRight: [-by, 0],
      ArrowUp: [0, by],
      ArrowDown: [0, -by],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    moveBy(view, ...move);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, y: event.clientY, view };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const from = grabbed.current;
    if (from) moveBy(from.view, event.clientX - from.x, event.clientY - from.y);
  };
  const release = (): void => {
    grabbed.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say form field; this is a picture that moves.
    <div
      className={styles.crop}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it.
      tabIndex={0}
      aria-label="Picture: drag it or use the arrow keys to choose which part is shown in the circle"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        style={{ width, height, left: frame / 2 - view.x * width, top: frame / 2 - view.y * height }}
      />
    </div>
  );
}

function CropZoom({ size, view, onView }: Omit<CropPictureProps, 'src'>) {
  return (
    <div className={styles.tools}>
      <Icon of={ZoomOut} />
      <Slider
        label="Zoom"
        value={view.zoom}
        min={1}
        max={zoomMost(size)}
        step={0.05}
        valueText={`${Math.round(view.zoom * 100)}%`}
        onChange={(zoom) => onView(clampView(size, { ...view, zoom }))}
      />
      <Icon of={ZoomIn} />
    </div>
  );
}
