/** The visitor, as far as header and footer show them. */
export interface Viewer {
  /** Tells two people apart. */
  id: string;
  firstName: string;
  seesProfessionalLinks: boolean;
  /** Has a professional profile: the header's links are for the daily work. */
  sells: boolean;
  /** Links to the visitor's own pages, in the menu. */
  links: readonly NavLink[];
  /** Lines over every page that the server drew; empty for most. */
  lines: string;
}

/** A link of the header. Its words are data, so that no page's script has them. */
export interface NavLink {
  to: string;
  label: string;
}
