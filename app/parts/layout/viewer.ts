/** Who looks at the page, as far as header and footer show it (S1§2). */
export interface Viewer {
  /** Tells two of them apart. */
  id: string;
  firstName: string;
  seesProfessionalLinks: boolean;
}
