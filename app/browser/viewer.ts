/** The visitor, as far as header and footer show them. */
export interface Viewer {
  /** Tells two people apart. */
  id: string;
  firstName: string;
  seesProfessionalLinks: boolean;
}
