"""Client of Standing: is this business registered here, and in good standing?"""

from .client import NoMatch, Standing
from .errors import StandingError, UnansweredError
from .webhook import read_webhook

__version__ = "0.2.0"
__all__ = ["NoMatch", "Standing", "StandingError", "UnansweredError", "read_webhook", "__version__"]
