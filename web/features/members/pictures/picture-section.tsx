import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { removePicture } from '#contract/profile.ts';
import { pictureLimits } from '#domain/pictures.ts';
import { pictureTypes } from '#web/features/core/uploads/transfer.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { Cluster, Stack } from '#web/ui/layout.tsx';
import { CropPicture, CropZoom } from './crop-picture.tsx';
import styles from './pictures.module.css';
import { type PictureChoice, showPicture } from './use-picture.ts';

interface PictureSectionProps {
  readonly person: { readonly id: string; readonly name: string; readonly img_url: string | null };
  readonly picture: PictureChoice;
}

export function PictureSection({ person, picture }: PictureSectionProps) {
  const { chosen, view, error, isSending, setView } = picture;
  const [isConfirming, setConfirming] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
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
          <Button size="s" icon={Upload} ref={opener} isDisabled={isSending} onPress={() => chooser.current?.click()}>
            {person.img_url === null && chosen === null ? 'Choose picture' : 'Replace'}
          </Button>
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
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Picture file"
          accept={pictureTypes.join(',')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void picture.choose(file);
            event.currentTarget.value = '';
          }}
        />
        {error !== null && <ErrorText>{error}</ErrorText>}
        <p className={styles.help}>
          {chosen === null ? 'JPEG, PNG or WebP' : 'Drag the picture to choose what the circle shows'}. At least{' '}
          {pictureLimits.sideMin} pixels on each side.
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
      Your initials take its place on every board.
    </ConfirmCall>
  );
}
