// The exact format of the signed bytes (`jpeg`, `html`, …), so that bytes of another format never
// pass for them. Records signed before this release, and submissions that do not state it, have
// none.
export const exactFormat = ['ALTER TABLE records ADD COLUMN exact_format text'];
