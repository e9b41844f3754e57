/** A template that comes with the release: it can be filled and copied, and not changed. */
export interface ShippedTemplate {
  /** Under which it is filled: `/api/templates/{key}/fill`. */
  key: string;
  about: string;
  type: string;
  sort: string;
  include: string | null;
  contentType: string;
  fileName: string;
  body: string;
}
