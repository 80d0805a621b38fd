// What a route declares about the files that it takes.

export interface UploadDeclaration {
  /** Name of the form field with the file. */
  readonly field: string;
  /** Bytes of the file alone, or of several files and their description together. */
  readonly largest: number;
  /**
   * Content types, such as `image/*`: the body is the file itself. Left out: the file is in a form.
   */
  readonly types?: readonly string[];
  /**
   * Several files instead of one. The body of the request is the JSON in this part of the form. If
   * there are no files, the request can also be that JSON without a form.
   */
  readonly describedBy?: {
    readonly part: string;
    /** Bytes of the part. */
    readonly largest: number;
    /** Files. */
    readonly most: number;
  };
}

export type DescribedUpload = UploadDeclaration & Required<Pick<UploadDeclaration, 'describedBy'>>;

export function isDescribed(upload: UploadDeclaration | undefined): upload is DescribedUpload {
  return upload?.describedBy !== undefined;
}
