/** Who looks at the page, as far as header and footer show it (S1§2). */
export interface Viewer {
  firstName: string;
  seesProfessionalLinks: boolean;
}
