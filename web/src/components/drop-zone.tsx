/** A place for files, and a button that chooses them. */
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useState } from 'preact/hooks';
import '../styles/drop-zone.css';

interface DropZoneOptions {
  label: string;
  multiple?: boolean;
  accept?: string;
  disabled?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
  /** What stands below the button. */
  children?: ComponentChildren;
}

export function DropZone({
  label,
  multiple = false,
  accept,
  disabled,
  input,
  onFiles,
  children,
}: DropZoneOptions): VNode {
  const [isOver, setOver] = useState(false);
  return (
    <div
      class={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label>
        {label}
        <input
          type="file"
          multiple={multiple}
          accept={accept}
          ref={input}
          disabled={disabled}
          onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
        />
      </label>
      {children}
    </div>
  );
}
